import type { Builder } from '../graphql/builder.ts';
import { DUPLICATES, LANGUAGES, LAYOUTS, type ProjectSettings } from './settings.ts';

/** The settings of a project as an object and as an input. */
export function addProjectSettings(builder: Builder) {
  const layout = builder.enumType('FormLayout', {
    description: 'All questions on one page, or one after the other.',
    values: valuesOf(LAYOUTS),
  });
  const language = builder.enumType('FormLanguage', {
    description: "The language of the page's own words; AUTO is the visitor's.",
    values: valuesOf(LANGUAGES),
  });
  const duplicates = builder.enumType('FormDuplicates', {
    description: 'ONCE takes one answer from each browser.',
    values: valuesOf(DUPLICATES),
  });

  const object = builder.objectRef<ProjectSettings>('ProjectSettings').implement({
    description: 'What the owner decides beside the document.',
    fields: (t) => ({
      closesAt: t.field({
        type: 'DateTime',
        nullable: true,
        resolve: ({ closesAt }) => (closesAt === null ? null : new Date(closesAt)),
      }),
      answerLimit: t.exposeInt('answerLimit', { nullable: true }),
      closedText: t.exposeString('closedText', {
        nullable: true,
        description: "What a closed form says; null for the page's own words.",
      }),
      layout: t.expose('layout', { type: layout }),
      language: t.expose('language', { type: language }),
      accent: t.exposeString('accent', { nullable: true, description: '#rrggbb.' }),
      duplicates: t.expose('duplicates', { type: duplicates }),
      notify: t.exposeBoolean('notify', { description: 'Whether mail tells the owner of new answers.' }),
      webhookUrl: t.exposeString('webhookUrl', { nullable: true }),
    }),
  });

  const input = builder.inputType('ProjectSettingsInput', {
    fields: (t) => ({
      closesAt: t.string({ required: false, description: 'ISO 8601.' }),
      answerLimit: t.int({ required: false }),
      closedText: t.string({ required: false }),
      layout: t.field({ type: layout, required: false }),
      language: t.field({ type: language, required: false }),
      accent: t.string({ required: false }),
      duplicates: t.field({ type: duplicates, required: false }),
      notify: t.boolean({ required: false }),
      webhookUrl: t.string({ required: false }),
    }),
  });
  return { object, input };
}

function valuesOf<const T extends string>(names: readonly T[]): Record<Uppercase<T>, { value: T }> {
  return Object.fromEntries(names.map((name) => [name.toUpperCase(), { value: name }])) as Record<
    Uppercase<T>,
    { value: T }
  >;
}
