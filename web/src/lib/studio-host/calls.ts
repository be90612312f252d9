import type { KindId } from '@platform/api/content/kinds.ts';
import type { Method } from '#lib/studio/protocol.ts';
import type { StudioHandle, VersionedOptions } from '#lib/studio/sdk.ts';

type Given = Readonly<Record<string, unknown>>;

interface MethodCall {
  /** What the parameters begin with; null for a method that has none. */
  params(kind: KindId): Given | null;
  /** Whether `baseVersion` means something to it. */
  readonly changes: boolean;
  /** Hands the parameters on as they are, good or bad: refusing them is the Studio's. */
  call(studio: StudioHandle, given: Given, base: VersionedOptions): Promise<unknown>;
}

const STARTERS: Readonly<Record<KindId, object>> = {
  form: { title: 'Lunch', fields: [{ type: 'text', key: 'name', label: 'Your name' }] },
  slides: { title: 'Lunch', slides: [{ layout: 'title', heading: 'Lunch' }] },
};
const OPERATION: Readonly<Record<KindId, Given>> = {
  form: { op: 'addField', params: { field: { type: 'bool', key: 'hungry', label: 'Hungry?' } } },
  slides: { op: 'add', params: { slide: { layout: 'text', body: 'At one.' } } },
};
const RENDERER =
  '<!doctype html><title>Text</title><pre></pre><script id="platform-doc" type="application/json"></script>' +
  '<script>document.querySelector("pre").textContent = document.getElementById("platform-doc").textContent</script>';

const none = (): null => null;

/** How each operation of the protocol (spec 4.8) is called through the SDK. */
export const METHOD_CALLS: Readonly<Record<Method, MethodCall>> = {
  setDocument: {
    params: (kind) => ({ document: JSON.stringify(STARTERS[kind]) }),
    changes: true,
    call: (studio, { document, ...given }, base) =>
      studio.setDocument(document as string, { ...base, ...schemaVersion(given) }),
  },
  applyEdit: {
    params: (kind) => ({
      patch: { find: kind === 'form' ? 'Untitled form' : 'Untitled deck', replace: 'Lunch' },
    }),
    changes: true,
    call(studio, { patch }, base) {
      const { find, replace } = Object(patch) as Given;
      return studio.applyEdit(find as string, replace as string, base);
    },
  },
  getDocument: { params: none, changes: false, call: (studio) => studio.getDocument() },
  getState: { params: none, changes: false, call: (studio) => studio.getState() },
  validate: { params: none, changes: false, call: (studio) => studio.validate() },
  getSchema: { params: none, changes: false, call: (studio) => studio.getSchema() },
  getSchemaDiff: {
    params: () => ({ fromVersion: 0 }),
    changes: false,
    call: (studio, { fromVersion }) => studio.getSchemaDiff(fromVersion as number),
  },
  screenshot: {
    params: () => ({ target: 'document' }),
    changes: false,
    call: (studio, { target }) => studio.screenshot(target as string),
  },
  describe: { params: none, changes: false, call: (studio) => studio.describe() },
  invoke: {
    params: (kind) => OPERATION[kind],
    changes: true,
    call: (studio, { op, params }, base) => studio.invoke(op as string, params as object, base),
  },
  setRenderer: {
    params: () => ({ html: RENDERER }),
    changes: true,
    call: (studio, { html, ...given }, base) =>
      studio.setRenderer(html as string | null, { ...base, ...schemaVersion(given) }),
  },
  getRenderer: { params: none, changes: false, call: (studio) => studio.getRenderer() },
};

function schemaVersion(given: Given): VersionedOptions {
  return given['schemaVersion'] === undefined ? {} : { schemaVersion: given['schemaVersion'] as number };
}
