/** For a model that sees, where a preview can be drawn. */
export const VISION = `You can see the app: studio_screenshot gives you a picture of the running preview, as the person has it before them.
- Take one when the look matters: after you laid out a page or changed how it looks, and when the person says that something looks wrong. Say what you see, not what you meant to build.
- It shows only what is in view, and costs as much as a long file. A change of data or behaviour needs none; read_console comes first.`;
