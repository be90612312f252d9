import type { IncomingMessage } from 'node:http';

declare module 'node:http' {
  interface IncomingMessage {
    /** Put there by the API process that mounts our handler: GraphQL without a socket. */
    graphqlFetch?: (request: Request) => Promise<Response>;
  }
}

declare global {
  namespace App {
    interface PageState {
      /** The address a mail was just sent to. */
      email?: string;
      /** The secret of a mailed link, taken out of the address. */
      resetToken?: string;
    }
    interface Platform {
      req: IncomingMessage;
    }
  }
}

export {};
