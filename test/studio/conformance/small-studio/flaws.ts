import { validateText } from '../../../../api/content/validate.ts';
import type { Studio } from '../../../../web/src/lib/studio/studio.ts';
import { SOURCE, type StudioRequest } from '../../../../web/src/lib/studio/protocol.ts';

type Message = Readonly<Record<string, unknown>>;

/** What a Studio does wrong; all else it does right. */
export interface Flaw {
  readonly hearsAnybody?: boolean;
  readonly takesFocus?: boolean;
  readonly hasNoOverlay?: boolean;
  readonly showsNothingWhenInvalid?: boolean;
  readonly sandbox?: string;
  readonly pictureType?: string;
  /** What is read in place of what came. */
  readonly reads?: (data: unknown) => unknown;
  /** What is done in place of what was asked. */
  readonly does?: (request: StudioRequest, studio: Studio) => StudioRequest;
  /** What is sent in place of a message. */
  readonly sends?: (message: Message) => readonly Message[];
  /** The page that is shown in place of the assembled one. */
  readonly shows?: (html: string) => string;
}

let count = 0;
const record = (value: unknown): Message => Object(value) as Message;
const isEvent = (message: Message, name: string): boolean =>
  message['kind'] === 'event' && message['event'] === name;

/** A version as a Studio that counts by two tells it, in a message and in what it carries. */
function doubled(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => {
      if (name === 'version' && typeof member === 'number') return [name, member * 2];
      return [name, ['result', 'payload'].includes(name) ? doubled(member) : member];
    }),
  );
}

/** The request with another patch; as it is when it is no edit that can be made. */
function patched(
  request: StudioRequest,
  studio: Studio,
  change: (
    text: string,
    find: string,
    replace: string,
  ) => { readonly find: string; readonly replace: string },
): StudioRequest {
  const { find, replace } = record(record(request.params)['patch']);
  const { text } = studio.content;
  if (request.method !== 'applyEdit' || typeof find !== 'string' || typeof replace !== 'string')
    return request;
  if (find === '' || !text.includes(find)) return request;
  return { ...request, params: { patch: change(text, find, replace) } };
}

export const FLAWS = {
  'hears-anybody': { hearsAnybody: true },
  'takes-any-source': {
    reads: (data) => (typeof data === 'object' && data !== null ? { ...data, source: SOURCE } : data),
  },
  'answers-twice': { sends: (message) => (message['kind'] === 'response' ? [message, message] : [message]) },
  'leaves-some-unanswered': {
    sends: (message) => (record(message['error'])['code'] === 'unsupported' ? [] : [message]),
  },
  'result-with-error': {
    sends: (message) => [message['ok'] === false ? { ...message, result: null } : message],
  },
  'error-with-result': {
    sends: (message) => [message['ok'] === true ? { ...message, error: {} } : message],
  },
  'counts-by-two': {
    sends: (message) => [record(doubled(message))],
    does: (request) =>
      typeof request.baseVersion === 'number'
        ? { ...request, baseVersion: request.baseVersion / 2 }
        : request,
  },
  'replaces-by-pattern': {
    does: (request, studio) =>
      patched(request, studio, (text, find, replace) => {
        const start = text.indexOf(find);
        const rest = text.length - start - find.length;
        const whole = text.replace(find, replace);
        return { find, replace: whole.slice(start, whole.length - rest) };
      }),
  },
  'replaces-last': {
    does: (request, studio) =>
      patched(request, studio, (text, find, replace) => {
        const start = text.lastIndexOf(find);
        return { find: text.slice(0, start + find.length), replace: text.slice(0, start) + replace };
      }),
  },
  'applies-again': {
    does: (request) => {
      count += 1;
      return { ...request, id: `${count}#${request.id}` };
    },
    sends: (message) => [
      message['kind'] === 'response'
        ? { ...message, id: String(message['id']).replace(/^\d+#/, '') }
        : message,
    ],
  },
  'ignores-base': { does: (request) => ({ ...request, baseVersion: undefined }) },
  'tells-no-change': { sends: (message) => (isEvent(message, 'change') ? [] : [message]) },
  'does-not-escape': {
    shows: (html) => html.replaceAll(String.raw`\u003c`, '<').replaceAll(String.raw`\u003e`, '>'),
  },
  'drops-good-page': { showsNothingWhenInvalid: true },
  'says-no-mistakes': { hasNoOverlay: true },
  'takes-focus': { takesFocus: true },
  'jpeg-pictures': { pictureType: 'image/jpeg' },
  'opens-its-origin': { sandbox: 'allow-scripts allow-same-origin' },
  'skips-same-text': {
    does: (request, studio) =>
      request.method === 'setDocument' && record(request.params)['document'] === studio.content.text
        ? { ...request, method: 'validate' }
        : request,
  },
  'counts-what-stays': {
    does(request, studio) {
      const { op, params } = record(request.params);
      const { key, from, to } = record(params);
      const isStill = (op === 'moveField' && key === 'text' && to === 0) || (op === 'move' && from === to);
      const document = studio.content.text;
      return isStill ? { ...request, method: 'setDocument', params: { document } } : request;
    },
  },
  'stamps-valid-only': {
    does(request, { kind, content }) {
      const { document, schemaVersion = content.docSchemaVersion } = record(request.params);
      if (request.method !== 'setDocument' || typeof document !== 'string') return request;
      if (validateText(kind, document).ok) return request;
      return { ...request, params: { document, schemaVersion } };
    },
  },
  'rewrites-text': {
    does(request) {
      const { document } = record(request.params);
      if (request.method !== 'setDocument' || typeof document !== 'string') return request;
      try {
        return {
          ...request,
          params: { ...record(request.params), document: JSON.stringify(JSON.parse(document)) },
        };
      } catch {
        return request;
      }
    },
  },
} as const satisfies Readonly<Record<string, Flaw>>;

export type FlawName = keyof typeof FLAWS;
