/**
 * CodeMirror reads the syntax of a long text in idle time: 100 ms in one task where a browser has the (deprecated)
 * `isInputPending`, at most 45 ms elsewhere. Nothing here may hold the page up for longer than 50 ms, so it is not to find
 * it. Set before any page loads: CodeMirror looks once.
 */
if ('scheduling' in navigator) {
  Object.defineProperty(navigator, 'scheduling', { value: undefined, configurable: true });
}
