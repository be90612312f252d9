/** A user as the API shows them (design 8). */
export interface PublicUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly picture: string | null;
  readonly createdAt: Date;
}

/** A session that has just begun, or was renewed. */
export interface SignedIn {
  readonly token: string;
  readonly user: PublicUser;
}

/** The members of a user that may leave the server. */
export function toPublicUser({ id, email, name, picture, createdAt }: PublicUser): PublicUser {
  return { id, email, name, picture, createdAt };
}
