/** For the call that writes a summary of older messages. */
export const SUMMARISE = `Summarise this conversation between a person and an agent that builds a web app with them, for the agent to go on from. Answer with the summary alone, in plain text of at most 600 words, in the person's language, under these headings:
What the person wants · What was built and how it works · Decisions and standing wishes (keep the person's words) · What failed and why · What is open
Leave out file contents: the files can be read. Invent nothing.`;
