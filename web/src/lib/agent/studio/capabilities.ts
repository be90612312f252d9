/** What `describe` tells of a Studio (spec 4.8), as far as the agent uses it. */
export interface Capabilities {
  readonly vertical: string;
  readonly screenshotTargets: readonly string[];
  readonly tools: readonly {
    readonly op: string;
    readonly description: string;
    readonly inputSchema: unknown;
  }[];
  readonly skills: readonly { readonly name: string; readonly instructions: string }[];
}

/** Reads `StudioCapabilities`; what another Studio leaves out is taken for none. */
export function readCapabilities(told: Readonly<Record<string, unknown>>): Capabilities {
  const manifest = objectOr(told['manifest']);
  return {
    vertical: textOr(told['vertical']),
    screenshotTargets: listOr(told['screenshotTargets']).filter((target) => typeof target === 'string'),
    tools: listOr(manifest['tools']).map((tool) => {
      const { op, description, inputSchema } = objectOr(tool);
      return { op: textOr(op), description: textOr(description), inputSchema: inputSchema ?? {} };
    }),
    skills: listOr(manifest['skills']).map((skill) => {
      const { name, instructions } = objectOr(skill);
      return { name: textOr(name), instructions: textOr(instructions) };
    }),
  };
}

function objectOr(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function listOr(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOr(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
