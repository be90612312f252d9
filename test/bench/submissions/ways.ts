import type { Installation } from '../data-plane/installation.ts';
import { send, type Call } from '../data-plane/load.ts';
import { answerOf, FORMS, formId } from './forms.ts';

/** One answer on its way. */
export interface AnswerCall extends Call {
  readonly serial: number;
}

/** One of the ways that answers come by. */
export interface Way {
  readonly name: string;
  /** What has to be there before so many answers, with serials from `first`, can be sent; not part of what is measured. */
  prepare(first: number, count: number): Promise<void>;
  call(serial: number): AnswerCall;
}

/** The same key whenever the same answer is sent. */
const keyed = (serial: number): Readonly<Record<string, string>> => ({
  'idempotency-key': `bench-${serial}`,
});
export const formOf = (serial: number): string => formId(serial % FORMS);
const nothing = async (): Promise<void> => {};

/** The public runtime's bridge, its page without a script of ours, and the API of the main origin (spec 4.4, 4.5). */
export function waysOf({ port, publishPort }: Pick<Installation, 'port' | 'publishPort'>): readonly Way[] {
  return [
    {
      name: 'POST /f/{id}/_data',
      prepare: nothing,
      call: (serial) => ({
        serial,
        port: publishPort,
        path: `/f/${formOf(serial)}/_data`,
        body: answerOf(serial),
        headers: keyed(serial),
      }),
    },
    {
      name: 'POST /api/forms/{id}/submissions',
      prepare: nothing,
      call: (serial) => ({
        serial,
        port,
        path: `/api/forms/${formOf(serial)}/submissions`,
        body: answerOf(serial),
        headers: keyed(serial),
      }),
    },
    pageWay(publishPort),
  ];
}

/** The page's own form: its token, one for each load, is the key. */
function pageWay(port: number): Way {
  const tokens = new Map<number, string>();
  return {
    name: 'POST /f/{id}, the page',
    async prepare(first, count) {
      const serials = Array.from({ length: count }, (_, index) => first + index);
      const worker = async (): Promise<void> => {
        for (let serial = serials.pop(); serial !== undefined; serial = serials.pop()) {
          const { text } = await send({ port, method: 'GET', path: `/f/${formOf(serial)}` });
          const [, token] = /name="token" value="([^"]+)"/.exec(text) ?? [];
          if (token === undefined) throw new Error(`A page without a token: ${text.slice(0, 400)}`);
          tokens.set(serial, token);
        }
      };
      await Promise.all(Array.from({ length: 8 }, worker));
    },
    call(serial) {
      const form = new URLSearchParams({ token: tokens.get(serial) ?? '', language: 'en' });
      for (const [key, value] of Object.entries(answerOf(serial)))
        for (const one of [value].flat()) form.append(`answer.${key}`, String(one));
      return { serial, port, path: `/f/${formOf(serial)}`, body: form };
    },
  };
}
