import type { Pool } from 'pg';
import { ApiError } from '../../errors.ts';
import { LIMITS } from '../../limits.ts';
import type { Caller } from '../asker.ts';
import { giveBack, readDay, setAside, type Queryable, type Quota, type RowCounts } from './row-use.ts';

/** The quotas of one space: new rows of its visitors a day, and rows in all (design 12). */
export interface RowRoom {
  /**
   * Runs a write that makes `rows` rows when there is room for them; what fails to write uses none. An owner's rows
   * count as rows, not as the day's.
   * @throws ApiError rate_limited for the day's quota, too_large for that of all rows
   */
  within<T>(caller: Caller, rows: number, write: () => Promise<T>): Promise<T>;
  /** Whether `rows` rows of the owner have room, without using any. @throws ApiError too_large */
  check(rows: number): Promise<void>;
  used(): Promise<RowsUsed>;
  /** Gives back what is set aside. Rows may be asked for again afterwards. */
  release(): Promise<void>;
}

export interface RowsUsed {
  /** Rows of all models, counted. */
  readonly rows: number;
  /** Visitors' new rows of this UTC day; up to `LIMITS.rowsSetAside` ahead for each further process. */
  readonly insertsToday: number;
}

/** How long a refusal is repeated without asking the database again, in ms. */
const REFUSED_MS = 1_000;

/**
 * Counts rows without a statement for each: a process takes some of the quota in advance, and spends it from memory.
 * @param count all rows of the space
 */
export function createRowRoom(
  pool: Pool,
  spaceId: string,
  count: (db: Queryable) => Promise<number>,
): RowRoom {
  const left = { day: '', inserts: 0, rows: 0 };
  /** Rows whose write has not ended: the database may not show them yet. */
  let writing = 0;
  let asking: Promise<void> | null = null;
  let refused: { readonly need: RowCounts; readonly quota: Quota; readonly until: number } | null = null;

  const leftToday = (): number => (left.day === today() ? left.inserts : 0);
  const fits = ({ inserts, rows }: RowCounts): boolean => leftToday() >= inserts && left.rows >= rows;

  async function ask(need: RowCounts): Promise<void> {
    const day = today();
    const missing = {
      inserts: Math.max(need.inserts - leftToday(), 0),
      rows: Math.max(need.rows - left.rows, 0),
    };
    const unseen = left.rows + writing;
    const given = await setAside(pool, {
      spaceId,
      day,
      need: missing,
      count: async (client) => unseen + (await count(client)),
    });
    if (typeof given === 'string') {
      refused = { need, quota: given, until: Date.now() + Math.min(REFUSED_MS, LIMITS.spaceRowsCountedMs) };
      return;
    }
    left.inserts = (left.day === day ? left.inserts : 0) + given.inserts;
    left.day = day;
    left.rows += given.rows;
  }

  function refuseAgain(need: RowCounts): void {
    if (!refused || refused.until <= Date.now()) return;
    const { quota } = refused;
    if (quota === 'day' && need.inserts >= refused.need.inserts && need.inserts > 0) throw dayIsUsed();
    if (quota === 'space' && need.rows >= refused.need.rows) throw spaceIsFull(need.rows);
  }

  async function take(need: RowCounts): Promise<void> {
    while (!fits(need)) {
      refuseAgain(need);
      // One question at a time: what it brings may do for those who waited.
      asking ??= ask(need).finally(() => {
        asking = null;
      });
      await asking;
    }
    if (need.inserts > 0) left.inserts -= need.inserts;
    left.rows -= need.rows;
    // In the same turn: a row that is neither left nor being written would be missing in a count.
    writing += need.rows;
  }

  async function unused(inserts: number, rows: number): Promise<void> {
    left.inserts += inserts;
    left.rows += rows;
    // A whole file's worth is not kept from the other processes.
    if (left.rows > 2 * LIMITS.rowsSetAside) await release();
  }

  async function release(): Promise<void> {
    // Whoever asked is told of a failure.
    if (asking) await asking.catch(() => {});
    const { day, inserts, rows } = left;
    left.inserts = 0;
    left.rows = 0;
    if (inserts + rows > 0) await giveBack(pool, spaceId, day || today(), { inserts, rows });
  }

  return {
    async within(caller, rows, write) {
      if (rows === 0) return write();
      const need = { inserts: caller === 'owner' ? 0 : rows, rows };
      await take(need);
      const day = left.day;
      try {
        return await write();
      } catch (error) {
        // Where that fails too, the first error is the one to tell of; rows are counted anew some time.
        await unused(left.day === day ? need.inserts : 0, rows).catch(() => {});
        throw error;
      } finally {
        writing -= rows;
      }
    },
    async check(rows) {
      await take({ inserts: 0, rows });
      writing -= rows;
      await unused(0, rows);
    },
    async used() {
      const [rows, given] = await Promise.all([count(pool), readDay(pool, spaceId, today())]);
      return { rows, insertsToday: Math.max(given - leftToday(), 0) };
    },
    release,
  };
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function dayIsUsed(): ApiError {
  const midnight = Date.parse(today()) + 24 * 60 * 60 * 1_000;
  return new ApiError(
    'rate_limited',
    `This app takes ${LIMITS.visitorRowsPerDay.toLocaleString('en')} new records a day from all visitors together. Please try again after midnight UTC.`,
    { retryAfter: Math.ceil((midnight - Date.now()) / 1_000) },
  );
}

function spaceIsFull(rows: number): ApiError {
  const more = rows === 1 ? 'another one' : `${rows.toLocaleString('en')} more`;
  return new ApiError(
    'too_large',
    `This app keeps ${LIMITS.spaceRows.toLocaleString('en')} records at most and has no room for ${more}. Its owner can make room by deleting some.`,
  );
}
