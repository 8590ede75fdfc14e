import { useServices } from './services.ts';

const USAGE = `openassay COMMAND

  import FILE     take in a file of samples in PlasticList's format; repeatable
  figures FILE    print every derived figure of a samples file, as TSV
  audit           compare Stripe, the ledger and the stored totals; exit 1 on any difference
  ledger check    prove that the books are right; exit 1 where something does not hold
`;

const [command, ...args] = process.argv.slice(2);
process.exitCode = await run(command, args);

async function run(name: string | undefined, rest: string[]): Promise<number> {
  switch (name) {
    case 'figures': {
      const { runFigures } = await import('./figures.ts');
      return rest[0] ? runFigures(rest[0], process.stdout) : usage();
    }
    case 'import': {
      const { runImport } = await import('./import.ts');
      const [file] = rest;
      return file ? withDatabase(() => runImport(file, process.stdout, process.stderr)) : usage();
    }
    case 'audit': {
      const { runAudit } = await import('./audit.ts');
      return withDatabase(() => runAudit(process.stdout, process.stderr));
    }
    case 'ledger': {
      const { runLedgerCheck } = await import('./ledger-check.ts');
      return rest[0] === 'check' ? withDatabase(() => runLedgerCheck(process.stdout)) : usage();
    }
    case '--help':
    case 'help':
      process.stdout.write(USAGE);
      return 0;
    default:
      return usage();
  }
}

/** Runs with the database and payment provider of the running site, or with our own meanwhile. */
async function withDatabase(work: () => Promise<number>): Promise<number> {
  const services = await useServices();
  const { config } = await import('#app/config.ts');
  const { migrateDatabase } = await import('#app/platform/migrate.server.ts');
  const { disconnect } = await import('#app/platform/db.server.ts');
  try {
    await migrateDatabase(config().DATABASE_URL ?? '');
    return await work();
  } finally {
    await disconnect();
    await services.stop();
  }
}

function usage(): number {
  process.stderr.write(USAGE);
  return 2;
}
