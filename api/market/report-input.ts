import { z } from 'zod';
import { ApiError } from '../errors.ts';
import { LIMITS } from '../limits.ts';

/** What a report says is wrong. */
export const REPORT_REASONS = ['phishing', 'harmful', 'spam', 'illegal', 'copyright', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

const storable = (value: string): boolean => value.isWellFormed() && !value.includes('\0');
const text = (name: string, max: number) =>
  z
    .string({ error: `${name} must be text` })
    .trim()
    .max(max, `${name} may have ${max} characters at most`)
    .refine(storable, `${name} has characters that cannot be stored`);

const report = z.object({
  reason: z.enum(REPORT_REASONS, { error: `reason must be one of ${REPORT_REASONS.join(', ')}` }),
  note: text('note', LIMITS.reportCharacters).nullish(),
});

const verdict = text('reason', LIMITS.reportCharacters);

/** @throws ApiError invalid_request */
export function parseReport(value: unknown): { readonly reason: ReportReason; readonly note: string } {
  const result = report.safeParse(value);
  if (!result.success) throw invalid(result.error);
  return { reason: result.data.reason, note: result.data.note ?? '' };
}

/** The reason of an administrator; taking down needs one, since the owner reads it. @throws ApiError invalid_request */
export function parseVerdict(value: unknown, required: boolean): string {
  const result = verdict.safeParse(value ?? '');
  if (!result.success) throw invalid(result.error);
  if (required && result.data === '') {
    throw new ApiError('invalid_request', 'Say why: the owner of the app reads this reason.');
  }
  return result.data;
}

function invalid(error: z.ZodError): ApiError {
  return new ApiError('invalid_request', `${error.issues.map((issue) => issue.message).join('; ')}.`);
}
