import type { Builder } from '../graphql/builder.ts';
import type { Bin } from './histogram.ts';
import type { Progress } from './progress.ts';
import type { AnswerSummary, Count, QuestionSummary } from './summary.ts';

/** What the answers to a form come to, question by question. */
export function addSummary(builder: Builder) {
  const count = builder.objectRef<Count>('ValueCount').implement({
    description: 'A value and how many answers have it.',
    fields: (t) => ({ value: t.exposeString('value'), count: t.exposeInt('count') }),
  });
  const bin = builder.objectRef<Bin>('NumberBin').implement({
    description:
      'A part of a histogram: from a number up to, not with, another; the last part with it. Where both are one, that number alone.',
    fields: (t) => ({ from: t.exposeFloat('from'), to: t.exposeFloat('to'), count: t.exposeInt('count') }),
  });
  const question = builder.objectRef<QuestionSummary>('QuestionSummary').implement({
    fields: (t) => ({
      key: t.exposeString('key'),
      label: t.exposeString('label'),
      type: t.exposeString('type', { description: "The field's type." }),
      answered: t.exposeInt('answered'),
      counts: t.field({
        type: [count],
        description:
          'Of options, true and false, ratings, and days, months or years of dates; with their zeros.',
        resolve: ({ counts }) => [...counts],
      }),
      bins: t.field({ type: [bin], description: 'Of numbers.', resolve: ({ bins }) => [...bins] }),
      mean: t.exposeFloat('mean', { nullable: true }),
      min: t.exposeFloat('min', { nullable: true }),
      max: t.exposeFloat('max', { nullable: true }),
    }),
  });
  const step = builder
    .objectRef<{ readonly key: string; readonly count: number }>('QuestionProgress')
    .implement({
      fields: (t) => ({ key: t.exposeString('key'), count: t.exposeInt('count') }),
    });
  const progress = builder.objectRef<Progress>('FormProgress').implement({
    description: "How many loads of the form's own page got how far, in browsers with scripts.",
    fields: (t) => ({
      opened: t.exposeInt('opened'),
      started: t.exposeInt('started', { description: 'Loads in which something was filled in.' }),
      reached: t.field({
        type: [step],
        description: 'Loads in which each question was filled in.',
        resolve: ({ reached }) => [...reached].map(([key, n]) => ({ key, count: n })),
      }),
      sent: t.exposeInt('sent', {
        description: 'Loads whose answer was sent; answers that came by other ways are not in it.',
      }),
    }),
  });
  const summary = builder.objectRef<AnswerSummary>('SubmissionSummary').implement({
    fields: (t) => ({
      total: t.exposeInt('total'),
      questions: t.field({ type: [question], resolve: ({ questions }) => [...questions] }),
    }),
  });
  return { summary, progress };
}
