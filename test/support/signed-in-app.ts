import { Hono } from 'hono';
import { pino } from 'pino';
import type { SessionUser } from '../../api/accounts/session-user.ts';
import type { Database } from '../../api/db/database.ts';
import { answerError, answerNotFound } from '../../api/http/answer-error.ts';
import type { AppEnv } from '../../api/http/env.ts';
import { newId } from '../../api/ids.ts';

/** Routes of one domain under their real path, with the session taken from a header instead of a token. */
export interface SignedInApp<Body> {
  readonly app: Hono<AppEnv>;
  /** A new person with a row in the database, or one who joined at another app on the same database. */
  join(known?: SessionUser): Promise<SessionUser>;
  /** An object is sent as JSON, text as it is. */
  call(user: SessionUser | null, method: string, path: string, body?: unknown): Promise<Answer<Body>>;
}

interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  /** The body as the test expects it to be; an empty one is `{}`. */
  readonly json: Body;
}

/** The header that says who asks, for requests that a test makes itself. */
export const USER_HEADER = 'x-test-user';

export function createSignedInApp<Body>(path: string, routes: Hono<AppEnv>, db: Database): SignedInApp<Body> {
  const people = new Map<string, SessionUser>();
  const app = new Hono<AppEnv>();
  app.use(async (c, next) => {
    c.set('user', people.get(c.req.header(USER_HEADER) ?? '') ?? null);
    c.set('requestId', 'test');
    c.set('log', pino({ level: 'silent' }));
    await next();
  });
  app.route(path, routes);
  app.notFound(answerNotFound);
  app.onError(answerError);
  return {
    app,
    async join(known) {
      if (known) {
        people.set(known.id, known);
        return known;
      }
      const id = newId();
      const email = `${id}@example.org`;
      await db.prisma.user.create({ data: { id, email, name: 'Ada' } });
      const sessionId = newId();
      const expiresAt = new Date(Date.now() + 3_600_000);
      await db.prisma.session.create({ data: { id: sessionId, userId: id, expiresAt } });
      const user = { id, sessionId, email, name: 'Ada', picture: null, createdAt: new Date() };
      people.set(id, user);
      return user;
    },
    async call(user, method, target, body) {
      const answer = await app.request(target, {
        method,
        headers: {
          ...(user && { [USER_HEADER]: user.id }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await answer.text();
      return { status: answer.status, headers: answer.headers, json: JSON.parse(text || '{}') as Body };
    },
  };
}
