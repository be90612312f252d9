import type { Builder } from '../graphql/builder.ts';
import { requireSession } from '../http/session.ts';

interface LlmProviderView {
  readonly id: string;
  readonly name: string;
  readonly models: readonly string[];
}

/** The providers that a signed-in person may talk to; calls themselves go through `/api/llm` (spec 4.6). */
export function addLlm(builder: Builder): void {
  const provider = builder.objectRef<LlmProviderView>('LlmProvider').implement({
    fields: (t) => ({
      id: t.exposeString('id'),
      name: t.exposeString('name'),
      models: t.stringList({ resolve: ({ models }) => [...models] }),
    }),
  });
  builder.queryField('llmProviders', (t) =>
    t.field({
      type: [provider],
      description: 'Configured providers only.',
      resolve: (_root, _args, { services, user }) => {
        requireSession(user);
        return [...services.llm.list()];
      },
    }),
  );
}
