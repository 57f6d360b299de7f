/** The variables that make programs use the proxy, and wait while the person is being asked. */

/** The port of the proxy's door; no known program uses it. */
export const proxyPort = 61_013;

const address = `http://127.0.0.1:${proxyPort}`;
const without = 'localhost,127.0.0.1,::1';
/** The longest time that a person may take to decide. By default, most programs give up after half a minute or less. */
const waitS = 600;

export const proxyEnvironment: Readonly<Record<string, string>> = {
  // Read by most programs: some read the upper-case names, some the lower-case ones; for plain HTTP, curl reads only lower case.
  ...{ HTTP_PROXY: address, HTTPS_PROXY: address, http_proxy: address, https_proxy: address, NO_PROXY: without, no_proxy: without },
  NODE_USE_ENV_PROXY: '1',
  // For programs whose own settings would take precedence: the person's settings may name a proxy that cannot be reached from inside the walls.
  ...{ npm_config_proxy: address, npm_config_https_proxy: address, npm_config_noproxy: without },
  ...{ CARGO_HTTP_PROXY: address, YARN_HTTP_PROXY: address, YARN_HTTPS_PROXY: address },
  ...{ GIT_CONFIG_COUNT: '2', GIT_CONFIG_KEY_1: 'http.proxy', GIT_CONFIG_VALUE_1: address }, // the variable with index 0 is set for every command
  ...{ npm_config_fetch_timeout: String(waitS * 1000), PIP_DEFAULT_TIMEOUT: String(waitS) },
  ...{ CARGO_HTTP_TIMEOUT: String(waitS), UV_HTTP_TIMEOUT: String(waitS), YARN_HTTP_TIMEOUT: String(waitS * 1000) },
};
