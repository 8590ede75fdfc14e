/** What a laboratory's file may weigh: PlasticList's own, of 775 samples, weighs a sixth of it. */
export const RESULTS_FILE_BYTES = 2 * 1_024 * 1_024;

/** What a laboratory's certificate may weigh. */
export const CERTIFICATE_BYTES = 2 * 1_024 * 1_024;

/** An upload that is neither published nor discarded is kept for so long. */
export const UPLOAD_RETENTION_HOURS = 24;

export const UPLOAD_GONE =
  'That upload no longer exists. It was published or discarded, or is more than a day old.';

/** Complaints shown at once. */
export const PROBLEMS_SHOWN = 500;
