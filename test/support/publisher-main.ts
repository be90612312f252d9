/** The process behind `startPublisher`. */
import { pino } from 'pino';
import { createDataPlane } from '../../api/data/plane.ts';
import { openDatabase } from '../../api/db/open.ts';

const { databaseUrl, dataDir, id, aml } = JSON.parse(process.env['PUBLISH'] ?? '') as Record<
  'dataDir' | 'id' | 'aml',
  string
> & { databaseUrl: string | null };
const db = await openDatabase({ databaseUrl, dataDir, log: pino({ level: 'silent' }) });
const plane = createDataPlane({ db });
await plane.plan({ id, aml });
process.stdout.write('begins');
// A test may take the database away: then this ends, and what is there is for the test to see.
await plane.apply({ id, aml }).catch(() => process.exit(1));
process.exit(0);
