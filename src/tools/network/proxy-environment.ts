/** What programs are told so that they ask the proxy, and wait there while the person is asked. */

/** The port of the proxy's door: one that no program is known for. */
export const proxyPort = 61_013;

const address = `http://127.0.0.1:${proxyPort}`;
const without = 'localhost,127.0.0.1,::1';
/** As long as a person may think. Most programs give up after half a minute or less. */
const waitS = 600;

export const proxyEnvironment: Readonly<Record<string, string>> = {
  // What most programs read: some the upper case, some the lower, curl for plain http only the lower.
  ...{ HTTP_PROXY: address, HTTPS_PROXY: address, http_proxy: address, https_proxy: address, NO_PROXY: without, no_proxy: without },
  NODE_USE_ENV_PROXY: '1',
  // Programs whose own settings would come first: those of the person may name a proxy that cannot be reached from here.
  ...{ npm_config_proxy: address, npm_config_https_proxy: address, npm_config_noproxy: without },
  ...{ CARGO_HTTP_PROXY: address, YARN_HTTP_PROXY: address, YARN_HTTPS_PROXY: address },
  ...{ GIT_CONFIG_COUNT: '2', GIT_CONFIG_KEY_1: 'http.proxy', GIT_CONFIG_VALUE_1: address }, // the first is what every command is told
  ...{ npm_config_fetch_timeout: String(waitS * 1000), PIP_DEFAULT_TIMEOUT: String(waitS) },
  ...{ CARGO_HTTP_TIMEOUT: String(waitS), UV_HTTP_TIMEOUT: String(waitS), YARN_HTTP_TIMEOUT: String(waitS * 1000) },
};
