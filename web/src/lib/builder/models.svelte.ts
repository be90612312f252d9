import type { ModelChoice, ModelFacts } from '#lib/agent/providers.ts';
import { ask } from '#lib/graphql/client.ts';
import { sentenceOf } from '#lib/graphql/failure.ts';
import { llmProvidersDocument } from './documents.ts';

/** The scripted model of the server (design 9): needs no key, and must never pass for an AI. */
export const DEMO = 'demo';
const STORAGE_KEY = 'builder.model';

/** One entry of the model picker. */
export interface ModelOption extends ModelChoice {
  readonly value: string;
  readonly label: string;
}

interface Provider {
  readonly id: string;
  readonly name: string;
  readonly models: readonly string[];
  readonly facts?: readonly (ModelFacts & { readonly model: string })[];
}

/** The models to choose from and the chosen one, remembered in this browser. */
class Models {
  #options = $state.raw<readonly ModelOption[]>([]);
  #chosen = $state.raw<ModelOption | null>(null);
  #failure = $state<string | null>(null);
  #loaded = $state(false);
  #loading: Promise<void> | null = null;

  get options(): readonly ModelOption[] {
    return this.#options;
  }

  get chosen(): ModelOption | null {
    return this.#chosen;
  }

  get failure(): string | null {
    return this.#failure;
  }

  /** The server has answered; without options then, no model is set up. */
  get loaded(): boolean {
    return this.#loaded;
  }

  /** Asks the server once; again after a failure. */
  load(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  choose(value: string): void {
    this.#chosen = this.#options.find((option) => option.value === value) ?? this.#chosen;
    remember(value);
  }

  async #load(): Promise<void> {
    try {
      const { llmProviders } = await ask(llmProvidersDocument, {});
      this.#options = optionsOf(llmProviders);
      const kept = remembered();
      this.#chosen =
        this.#options.find(({ value }) => value === kept) ??
        this.#options.find(({ provider }) => provider !== DEMO) ??
        this.#options[0] ??
        null;
      this.#failure = null;
      this.#loaded = true;
    } catch (error) {
      this.#failure = sentenceOf(error);
      this.#loading = null;
    }
  }
}

export function optionsOf(providers: readonly Provider[]): readonly ModelOption[] {
  return providers.flatMap(({ id, name, models, facts = [] }) =>
    models.map((model) => ({
      provider: id,
      model,
      ...factsOf(facts.find((known) => known.model === model)),
      value: `${id}/${model}`,
      label: id === DEMO ? 'Demo script, not an AI' : `${name} · ${model}`,
    })),
  );
}

/** The facts as the agent takes them: the answer's absent values are null. */
function factsOf(known: ModelFacts | undefined): { facts?: ModelFacts } {
  if (known === undefined) return {};
  const { vision, contextTokens, price } = known;
  return { facts: { vision, contextTokens, price } };
}

function remembered(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    // Storage is blocked: the choice then lasts as long as the page.
    return null;
  }
}

function remember(value: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, value);
  } catch {
    // As above.
  }
}

export const models = new Models();
