/** For how many days the program keeps what it forgets by itself; the privacy policy says so. */
export const RETENTION = {
  eventsDays: 30,
  eventSumsDays: 400,
  mailsDays: 180,
  addressDays: 14,
  ownBrowserDays: 180,
  webhooksDays: 90,
  unconfirmedDays: 30,
  messagesDays: 180,
  moveLinksDays: 60,
  sentPhotosDays: 30,
} as const;
