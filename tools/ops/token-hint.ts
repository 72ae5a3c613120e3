/** Where a token comes from, for a command that was given none. */
export const TOKEN_HINT =
  'On the "npm start" of this machine "npm run --silent token -- --help" says how to make one.';
