/** The person behind a live session, as every service sees them. */
export interface SessionUser {
  readonly id: string;
  readonly sessionId: string;
  readonly email: string;
  readonly name: string;
  readonly picture: string | null;
  readonly createdAt: Date;
}
