import type { Builder } from '../graphql/builder.ts';

/** The payload of what has nothing more to say. */
export function addDone(builder: Builder) {
  return builder.objectRef<{ readonly ok: boolean }>('Done').implement({
    description: 'There is nothing more to say than that it is done.',
    fields: (t) => ({ ok: t.exposeBoolean('ok') }),
  });
}

export type DoneRef = ReturnType<typeof addDone>;
