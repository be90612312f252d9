import { Hono } from 'hono';
import type { Context } from 'hono';
import type { SessionUser } from '../../accounts/session-user.ts';
import { ApiError } from '../../errors.ts';
import { attachment } from '../../http/attachment.ts';
import { readBytes } from '../../http/body.ts';
import { ok } from '../../http/envelope.ts';
import type { AppEnv } from '../../http/env.ts';
import { route } from '../../http/route.ts';
import { requireUser } from '../../http/session.ts';
import { LIMITS } from '../../limits.ts';
import type { DataPlane, SpaceRef } from '../contract.ts';
import { badQuery, refuseUnknownMembers } from '../query-error.ts';
import type { ConflictMode, ExportOptions, ImportFile, OwnerData } from './contract.ts';
import { toByteStream } from './byte-stream.ts';

const TYPES = { csv: 'text/csv; charset=utf-8; header=present', json: 'application/json; charset=utf-8' };
const EXPORT = ['where', 'orderBy', 'bom'];
/** A mistyped `dryRun` would store the rows. */
const IMPORT = ['mode', 'dryRun'];
const MODES: readonly ConflictMode[] = ['error', 'skip', 'update'];

/**
 * Files of an owner's rows, in and out: `GET /{id}/data/{model}.csv|.json` and `POST /{id}/data/{model}/import`.
 * @param findSpace checks whose space it is (401, 403 and 404 as everywhere)
 */
export function ownerDataRoutes(
  data: DataPlane,
  findSpace: (user: SessionUser, id: string) => Promise<SpaceRef>,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const open = async (c: Context<AppEnv>): Promise<OwnerData> =>
    data.owner(await findSpace(requireUser(c), c.req.param('id') ?? ''));

  route(app, '/:id/data/:file', {
    GET: async (c) => {
      const rows = await open(c);
      refuseUnknownMembers(Object.keys(c.req.query()), { what: 'parameter of an export', known: EXPORT });
      const file = c.req.param('file') ?? '';
      const [, model, format] = /^(\w+)\.(csv|json)$/.exec(file) ?? [];
      if (model === undefined || (format !== 'csv' && format !== 'json'))
        throw new ApiError('not_found', 'Rows are to be had as {model}.csv and {model}.json.');
      return fileAnswer(await rows.export(model, { format, ...readExportOptions(c) }), format, file);
    },
  });

  route(app, '/:id/data/:model/import', {
    POST: async (c) => {
      const rows = await open(c);
      refuseUnknownMembers(Object.keys(c.req.query()), { what: 'parameter of an import', known: IMPORT });
      const dryRun = isYes(c, 'dryRun');
      const mode = MODES.find((known) => known === (c.req.query('mode') ?? 'error'));
      if (!mode) throw badQuery('mode', `must be one of ${MODES.join(', ')}.`);
      const format = formatOf(c.req.header('content-type'));
      const bytes = await readBytes(c.req.raw, LIMITS.importBytes);
      const report = await rows.import(c.req.param('model') ?? '', { format, bytes }, { mode, dryRun });
      if (dryRun || report.errorCount === 0) return ok({ report });
      const [first] = report.errors;
      throw new ApiError('invalid_record', `Nothing was stored. Row ${first?.row}: ${first?.message}`, {
        diagnostics: report.errors.map(({ row, field, code, message }) => ({
          code,
          message: `Row ${row}: ${message}`,
          path: field === null ? `/${row}` : `/${row}/${field}`,
        })),
      });
    },
  });
  return app;
}

/**
 * A file that is sent while it is made, to be saved.
 * @param name as people read it; what a header cannot hold is written twice (RFC 6266)
 */
export function fileAnswer(text: AsyncGenerator<string>, format: keyof typeof TYPES, name: string): Response {
  return new Response(toByteStream(text), {
    headers: {
      'content-type': TYPES[format],
      'content-disposition': attachment(name),
    },
  });
}

/** The parameters `where`, `orderBy` and `bom` of an export. @throws ApiError invalid_request */
export function readExportOptions(
  c: Context<AppEnv>,
): Omit<ExportOptions, 'format' | 'bom'> & { readonly bom: boolean } {
  const where = c.req.query('where');
  const orderBy = c.req.query('orderBy');
  return {
    bom: isYes(c, 'bom'),
    ...(where === undefined || where === '' ? {} : { where: parse(where) }),
    ...(orderBy === undefined || orderBy === '' ? {} : { orderBy }),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new ApiError('invalid_request', 'where: must be an object as JSON.', { cause });
  }
}

function isYes(c: Context<AppEnv>, name: string): boolean {
  const value = c.req.query(name) ?? '0';
  if (value !== '0' && value !== '1') throw badQuery(name, 'must be 1 or 0.');
  return value === '1';
}

function formatOf(header: string | undefined): ImportFile['format'] {
  const type = header?.split(';')[0]?.trim().toLowerCase();
  if (type === 'text/csv') return 'csv';
  if (type === 'application/json') return 'json';
  throw new ApiError('unsupported_media_type', 'Send the file as text/csv or application/json.');
}
