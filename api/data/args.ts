/** Arguments of a client operation, or a part of them. */
export type Args = Readonly<Record<string, unknown>>;
