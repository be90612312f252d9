import { StudioError } from './protocol.ts';

/** The parameters of one request. Unknown members are ignored, so that newer hosts can speak to older Studios. */
export class MethodParams {
  readonly #given: object;

  /** @throws StudioError invalid_params */
  constructor(given: unknown) {
    if (given === undefined || given === null) this.#given = {};
    else if (typeof given === 'object' && !Array.isArray(given)) this.#given = given;
    else throw invalidParams('`params` is an object.');
  }

  /** A member of its own; undefined when it is not there. */
  get(name: string): unknown {
    return Object.hasOwn(this.#given, name)
      ? (this.#given as Readonly<Record<string, unknown>>)[name]
      : undefined;
  }

  text(name: string): string {
    const value = this.get(name);
    if (typeof value !== 'string') throw invalidParams(`\`${name}\` is a text.`);
    return value;
  }

  /** A schema version; the current one when it is left out. */
  schemaVersion(current: number): number {
    const value = this.get('schemaVersion');
    if (value === undefined) return current;
    const version = readVersion(value);
    if (version !== null && version <= current) return version;
    throw invalidParams(`\`schemaVersion\` is a whole number from 0 to ${current}.`);
  }

  version(name: string): number {
    const version = readVersion(this.get(name));
    if (version === null) throw invalidParams(`\`${name}\` is a whole number, 0 or more.`);
    return version;
  }
}

/** The version that a change is made for; null when the host names none. @throws StudioError invalid_params */
export function readBaseVersion(value: unknown): number | null {
  if (value === undefined || value === null) return null;
  const version = readVersion(value);
  if (version === null) throw invalidParams('`baseVersion` is a whole number, 0 or more.');
  return version;
}

export function invalidParams(message: string): StudioError {
  return new StudioError('invalid_params', message);
}

function readVersion(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
