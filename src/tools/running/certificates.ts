/** Variables that name additional TLS certificates, such as those of a company's own authority. */
import { isAbsolute } from 'node:path';

/** Each variable names a file or a folder; `SSL_CERT_DIR` may name several folders. */
const names: ReadonlySet<string> = new Set([
  ...[
    'SSL_CERT_FILE',
    'SSL_CERT_DIR',
    'NODE_EXTRA_CA_CERTS',
    'DENO_CERT',
    'npm_config_cafile',
    'NPM_CONFIG_CAFILE',
    'YARN_HTTPS_CA_FILE_PATH',
  ],
  ...['CURL_CA_BUNDLE', 'REQUESTS_CA_BUNDLE', 'PIP_CERT', 'HTTPLIB2_CA_CERTS', 'GIT_SSL_CAINFO', 'GIT_SSL_CAPATH', 'CARGO_HTTP_CAINFO'],
  ...['AWS_CA_BUNDLE', 'CLOUDSDK_CORE_CUSTOM_CA_CERTS_FILE', 'GRPC_DEFAULT_SSL_ROOTS_FILE_PATH', 'BUNDLE_SSL_CA_CERT'],
  ...['PERL_LWP_SSL_CA_FILE', 'PERL_LWP_SSL_CA_PATH', 'HEX_CACERTS_PATH', 'NIX_SSL_CERT_FILE'],
]);

/** Whether a variable names certificates by an absolute path: a relative path depends on the folder in which a command runs. */
export const namesCertificates = (name: string, value: string): boolean => names.has(name) && isAbsolute(value);

/** The files and folders that these variables name. */
export const certificatePlaces = (env: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(env).flatMap(([name, value]) =>
    namesCertificates(name, value) ? (name === 'SSL_CERT_DIR' ? value.split(':') : [value]).filter(isAbsolute) : [],
  );
