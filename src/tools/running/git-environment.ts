/** A path that cannot exist, because it is inside a file. A path that is merely unlikely does exist on some machines. */
const nowhere = '/dev/null/nowhere';

/** Variables that make git read no configuration but the repository's own. */
export const noOtherConfiguration = { HOME: nowhere, XDG_CONFIG_HOME: nowhere, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };

/** The environment in which artoo itself runs git: no network, no questions, messages in English. */
export const quietGit = {
  LC_ALL: 'C',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: 'false',
  SSH_ASKPASS: 'false',
};
