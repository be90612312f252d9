// PostGraphile 5 over one Postgres schema, with its default preset, without its IDE.
import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { grafserv } from 'grafserv/node';

const { DATABASE_URL, PORT, SCHEMA } = process.env;
const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ connectionString: DATABASE_URL, schemas: [SCHEMA], pubsub: false })],
  grafserv: { graphiql: false, websockets: false, watch: false },
  grafast: { explain: false },
});
const serv = instance.createServ(grafserv);
const server = createServer();
await serv.addTo(server);
if (process.env.PRINT_SCHEMA) {
  const { printSchema } = await import('graphql');
  process.stdout.write(printSchema(await instance.getSchema()));
}
server.listen(Number(PORT), '127.0.0.1', () => process.stdout.write('ready\n'));
