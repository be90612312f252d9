import { schemaNames } from '@platform/aml-compiler/emit/pothos-names.ts';
import type { Ir, IrModel } from '@platform/aml-compiler';
import type { Named } from './named.ts';
import type { DataUse, ScriptData } from './script-data.ts';

/** A model or a field that the data model had and has no longer, and a place that still names it. */
export interface LostUse {
  /** `Task`, or `Task.due`. */
  readonly name: string;
  /** What it is called now; null when it is gone. */
  readonly now: string | null;
  /** No model is named there: the first one was meant, and another is the first now. */
  readonly isFirst: boolean;
  readonly path: string;
  readonly line: number;
  readonly col: number;
}

/** The scripts of an app, in files and in pages, under the path of their file. */
export type AppData = readonly { readonly path: string; readonly data: ScriptData }[];

/** Every place of an app that still names what its data model has lost, each once, in the order of the files. */
export function lostUses(scripts: AppData, before: Ir, after: Ir): readonly LostUse[] {
  const reader = new LostReader(before, after);
  return scripts.flatMap(({ path, data }) => {
    const found = [...data.uses.flatMap((use) => reader.of(use)), ...reader.words(data.anyOf)];
    const keys = new Set<string>();
    return found
      .filter(({ name, line, col }) => {
        const key = `${name} ${line} ${col}`;
        return !keys.has(key) && keys.add(key);
      })
      .map((lost) => ({ ...lost, path }))
      .sort((a, b) => a.line - b.line || a.col - b.col);
  });
}

type Found = Omit<LostUse, 'path'>;

/** Words of the generated GraphQL around a model's name (aml-compiler/emit). */
const TYPE_ENDS = ['', 'CreateInput', 'UpdateInput', 'Where', 'OrderBy', 'Key'] as const;
const MUTATIONS = ['create', 'update', 'delete'] as const;

class LostReader {
  readonly #before: Ir;
  readonly #after: Ir;
  readonly #models: ReadonlyMap<string, IrModel>;
  /** What a field or a type at the root of GraphQL is about. */
  readonly #roots: ReadonlyMap<string, IrModel>;

  constructor(before: Ir, after: Ir) {
    this.#before = before;
    this.#after = after;
    this.#models = new Map(before.models.map((model) => [model.name, model]));
    this.#roots = rootsOf(before);
  }

  of(use: DataUse): readonly Found[] {
    if (use.kind === 'call') return this.#call(use);
    if (use.on !== null) {
      const model = this.#models.get(use.on);
      return model === undefined ? [] : this.#fields(use.names, model);
    }
    return use.names.flatMap((named) => {
      const model = this.#roots.get(named.name);
      if (model === undefined) return [];
      return this.#isGone(model) ? [this.#model(model, named)] : this.#fields(named.inside, model);
    });
  }

  /** Texts that may be names of models. */
  words(texts: readonly Named[]): readonly Found[] {
    return texts.flatMap((named) => {
      const model = this.#models.get(named.name);
      return model !== undefined && this.#isGone(model) ? [this.#model(model, named)] : [];
    });
  }

  #call({ model: name, line, col, names }: Extract<DataUse, { kind: 'call' }>): readonly Found[] {
    const first = this.#before.models[0];
    const model = name === null ? first : this.#models.get(name);
    if (model === undefined) return [];
    const moved = name === null && this.#after.models[0]?.name !== model.name;
    if (moved || this.#isGone(model)) {
      return [{ ...this.#model(model, { line, col }), isFirst: name === null }];
    }
    return this.#fields(names, model);
  }

  /** Names that are no fields of the model (`where`, `AND`, `node`, `equals`) are of the same one within. */
  #fields(names: readonly Named[], model: IrModel): readonly Found[] {
    return names.flatMap(({ name, line, col, inside }) => {
      const field = model.fields.find((one) => one.name === name);
      if (field === undefined) return this.#fields(inside, model);
      const kept = this.#after.models.find((one) => one.name === model.name)?.fields;
      if (kept?.every((one) => one.name !== name)) {
        const now = kept.find((one) => one.was === name)?.name ?? null;
        return [{ name: `${model.name}.${name}`, now, isFirst: false, line, col }];
      }
      const other = field.kind === 'relation' ? this.#models.get(field.type) : undefined;
      return other === undefined ? [] : this.#fields(inside, other);
    });
  }

  #isGone({ name }: IrModel): boolean {
    return this.#after.models.every((model) => model.name !== name);
  }

  #model({ name }: IrModel, { line, col }: Pick<Named, 'line' | 'col'>): Found {
    const now = this.#after.models.find((model) => model.was === name)?.name ?? null;
    return { name, now, isFirst: false, line, col };
  }
}

function rootsOf(ir: Ir): ReadonlyMap<string, IrModel> {
  const names = schemaNames(ir);
  return new Map(
    ir.models.flatMap((model): (readonly [string, IrModel])[] => {
      const { one, many, aggregate, groupBy } = names.root(model);
      const types = TYPE_ENDS.map((end) => `${model.name}${end}`);
      const mutations = MUTATIONS.map((verb) => `${verb}${model.name}`);
      const all = [one, many, aggregate, groupBy, `${one}Created`, ...types, ...mutations];
      return all.map((name) => [name, model]);
    }),
  );
}
