/**
 * Every table, in the order of the line of money: each stands in the file, or folder, of the room that writes it.
 * `npm run db:generate` turns a change there into a migration.
 */
export * from '#db/schema/catalogue.ts';
export * from '#db/schema/funding/checkout.ts';
export * from '#db/schema/funding/moving.ts';
export * from '#db/schema/funding/refunds.ts';
export * from '#db/schema/funding/unmatched.ts';
export * from '#db/schema/funding/disputes.ts';
export * from '#db/schema/submissions.ts';
export * from '#db/schema/donations.ts';
export * from '#db/schema/ledger.ts';
export * from '#db/schema/analytics.ts';
export * from '#db/schema/database.ts';
export * from '#db/schema/http.ts';
export * from '#db/schema/log.ts';
export * from '#db/schema/mail.ts';
export * from '#db/schema/pictures.ts';
export * from '#db/schema/stripe.ts';
export * from '#db/schema/admin-log.ts';
export * from '#db/schema/contact.ts';
export * from '#db/schema/emails.ts';
export * from '#db/schema/subscriptions.ts';
export * from '#db/schema/contributions.ts';
export * from '#db/schema/data.ts';
export * from '#db/schema/admin.ts';
export * from '#db/schema/testing.ts';
export * from '#db/schema/intake.ts';
