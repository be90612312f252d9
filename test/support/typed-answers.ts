import type { FieldType } from '../../api/content/form/document.ts';

/** Types of a form's fields by their keys. */
export type Fields = ReadonlyMap<string, FieldType>;

type Values = Map<string, unknown>;

/**
 * What a form has to remember while its fields change, told by a few maps: a field has a drawer for each kind of value
 * that it ever took, and the drawer of its type lies open. A first drawer for text begins with what the field showed.
 */
export class TypedAnswers {
  fields: Fields = new Map();
  readonly flagged = new Set<string>();
  readonly #ids: string[] = [];
  readonly #drawers = new Map<string, Map<string, Values>>();
  /** The drawer that lies on top, also of a field that was removed. */
  readonly #open = new Map<string, string>();

  get size(): number {
    return this.#ids.length;
  }

  change(fields: Fields): void {
    this.fields = fields;
    for (const [key, type] of fields) {
      const drawers = this.#drawers.get(key) ?? new Map<string, Values>();
      this.#drawers.set(key, drawers);
      const now = drawerOf(type);
      const before = drawers.get(this.#open.get(key) ?? '') ?? new Map<string, unknown>();
      if (!drawers.has(now)) {
        const texts = [...before].map(([id, value]) => [id, asText(value)] as const);
        drawers.set(now, new Map(now === 'text' ? texts : []));
      }
      this.#open.set(key, now);
    }
  }

  answer(id: string, values: ReadonlyMap<string, unknown>): void {
    this.#ids.push(id);
    for (const [key, value] of values) this.#openOf(key).set(id, value);
  }

  pick(which: number): string | null {
    return this.#ids[which % Math.max(1, this.#ids.length)] ?? null;
  }

  toggle(id: string): 'accepted' | 'flagged' {
    if (this.flagged.delete(id)) return 'accepted';
    this.flagged.add(id);
    return 'flagged';
  }

  /** The answers of a state by the fields of now. */
  shown(state: 'accepted' | 'flagged'): ReadonlyMap<string, object> {
    const ids = this.#ids.filter((id) => this.flagged.has(id) === (state === 'flagged'));
    return new Map(
      ids.map((id) => {
        const values = [...this.fields.keys()].map(
          (key) => [key, this.#openOf(key).get(id) ?? null] as const,
        );
        return [id, Object.fromEntries(values)];
      }),
    );
  }

  /** Every drawer with what it holds, by answer. */
  everything(): readonly string[] {
    const drawers = [...this.#drawers.values()].flatMap((one) => [...one.values()]);
    return drawers.map((values) => JSON.stringify([...values].toSorted())).toSorted();
  }

  #openOf(key: string): Values {
    const drawer = this.#drawers.get(key)?.get(this.#open.get(key) ?? '');
    if (!drawer) throw new Error(`No field ${key} was ever there.`);
    return drawer;
  }
}

function drawerOf(type: FieldType): string {
  if (type === 'number' || type === 'rating') return 'number';
  return type === 'bool' || type === 'multi' ? type : 'text';
}

/** As the database writes it. */
function asText(value: unknown): string {
  return Array.isArray(value) ? `[${value.map((one) => JSON.stringify(one)).join(', ')}]` : String(value);
}
