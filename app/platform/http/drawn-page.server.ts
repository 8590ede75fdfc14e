type Bytes = Uint8Array<ArrayBuffer>;

const drawn = new WeakMap<Response, Bytes>();

/** A page that was drawn, as the framework wants it: a response. Its body is read by who does not know it. */
export function drawnPage(page: Bytes, init: ResponseInit): Response {
  const body = new ReadableStream<Bytes>(
    {
      pull(controller) {
        controller.enqueue(page);
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const response = new Response(body, init);
  drawn.set(response, page);
  return response;
}

/**
 * What a response says, whole. A drawn page is had as it is: reading its body would copy it three times,
 * each into memory that is asked for anew.
 */
export async function bytesOfPage(response: Response): Promise<Bytes> {
  return drawn.get(response) ?? new Uint8Array(await response.arrayBuffer());
}
