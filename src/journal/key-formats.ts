/** The formats of keys, as data. A format matches everything that could belong to the key. A fixed count before each `*`, and no two loops over the same characters, keep the search linear. */

type Format = readonly [name: string, pattern: RegExp];

const hex32 = '[0-9a-f]{32}';
const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** Keys that are recognised by their format alone, anywhere in a text. They never match from inside a word. */
export const keyFormats: readonly Format[] = [
  // Models
  ['OpenAI, Anthropic, OpenRouter', /sk-(?:proj|svcacct|admin|None|ant|or-v1|lf|cp)-[\w-]{20}[\w-]*/],
  ['OpenAI and compatible services', /sk-(?:(?=[A-Za-z]*[0-9])[A-Za-z0-9]{20}|[A-Za-z0-9]{32})[\w-]*/], // a plain word has no digit
  ['Google API', /AIza[\w-]{30}[\w-]*/],
  ['Hugging Face', /(?:hf_|api_org_)[A-Za-z0-9]{30}\w*/],
  ['Groq', /gsk_[A-Za-z0-9]{40}\w*/],
  ['xAI', /xai-[A-Za-z0-9]{40}\w*/],
  ['Perplexity', /pplx-[A-Za-z0-9]{40}\w*/],
  ['Replicate', /r8_[A-Za-z0-9]{37}\w*/],
  ['NVIDIA', /nvapi-[\w-]{40}[\w-]*/],
  ['Pinecone', /pcsk_[A-Za-z0-9_]{40}\w*/],
  ['Tavily', /tvly-(?=[A-Za-z-]*[0-9])[A-Za-z0-9-]{24}[\w-]*/],
  ['LangSmith', /lsv2_(?:pt|sk)_[0-9a-f]{32}\w*/],
  ['ElevenLabs', /sk_[0-9a-f]{48}\w*/],
  // Code, packages, builds
  ['GitHub', /gh[oprsu]_[A-Za-z0-9]{30}\w*/],
  ['GitHub fine-grained', /github_pat_[A-Za-z0-9_]{22}\w*/],
  ['GitLab', /gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|oas|soat|ffct|wt)-[\w-]{20}[\w.-]*/],
  ['GitLab runner registration', /GR1348941[\w-]{20}[\w-]*/],
  ['Bitbucket', /ATBB[A-Za-z0-9]{28}\w*/],
  ['Atlassian', /AT(?:ATT|CTT)3[\w=-]{40}[\w=-]*/],
  ['npm', /npm_[A-Za-z0-9]{36}\w*/],
  ['PyPI', /pypi-AgE[\w-]{50}[\w-]*/],
  ['NATS', /S[UAONCX][A-Z2-7]{56}(?![A-Z2-7])/],
  ['RubyGems', /rubygems_[0-9a-f]{48}\w*/],
  ['NuGet', /oy2[a-z0-9]{43}(?![A-Za-z0-9])/],
  ['crates.io', /cio[A-Za-z0-9]{32}(?![A-Za-z0-9])/],
  ['Clojars', /CLOJARS_[a-z0-9]{60}\w*/],
  ['Docker', /dckr_(?:pat|oat)_[\w-]{27}[\w-]*/],
  ['CircleCI', /CCI(?:PAT|PRJ)_[A-Za-z0-9]{10}[A-Za-z0-9]*_[0-9a-f]{40}\w*/],
  ['Buildkite', /bkua_[0-9a-f]{40}\w*/],
  ['SonarQube', /sq[aup]_[0-9a-f]{40}\w*/],
  ['Artifactory', /AKCp[A-Za-z0-9]{69}\w*/],
  ['Postman', /PMAK-[0-9a-f]{24}-[0-9a-f]{34}\w*/],
  ['Sourcegraph', /sgp_(?:[0-9a-f]{16}_)?[0-9a-f]{40}\w*/],
  // Clouds and platforms
  ['AWS access key id', /A(?:KI|SI|BI|CC)A[A-Z0-9]{16}(?![A-Za-z0-9])/],
  ['AWS Bedrock', /ABSK[A-Za-z0-9+/]{100}[\w+/=]*/],
  ['Amazon MWS', new RegExp(`amzn\\.mws\\.${uuid}`)],
  ['Google OAuth secret', /GOCSPX-[\w-]{20}[\w-]*/],
  ['Google OAuth token', /ya29\.[\w-]{20}[\w.-]*/],
  ['Google refresh token', /1\/\/0[\w-]{30}[\w-]*/],
  ['Firebase', /AAAA[\w-]{7}:APA91b[\w-]{60}[\w-]*/],
  ['Azure client secret', /[A-Za-z0-9_~.-]{3}[0-9]Q~[A-Za-z0-9_~.-]{31}[\w~.-]*/],
  ['DigitalOcean', /do[opr]_v1_[0-9a-f]{64}\w*/],
  ['Heroku', /HRKU-[\w-]{36}[\w-]*/],
  ['Alibaba', /LTAI(?=[A-Za-z]*[0-9])[A-Za-z0-9]{16}[A-Za-z0-9]*/],
  ['Tencent', /AKID(?=[A-Za-z]*[0-9])[A-Za-z0-9]{32}(?![A-Za-z0-9])/],
  ['Vercel', /(?:vc[paikr]_[A-Za-z0-9]{50}\w*|vercel_blob_rw_[A-Za-z0-9]{16}_[A-Za-z0-9]{30}\w*)/],
  ['Netlify', /nf[bcopu]_[A-Za-z0-9]{36}\w*/],
  ['Fly', /(?:fo1_[\w-]{43}[\w-]*|fm[12][ar]?_[A-Za-z0-9+/]{60}[\w+/=]*)/],
  ['Render', /rnd_[A-Za-z0-9]{28}\w*/],
  ['Cloudflare origin', /v1\.0-[0-9a-f]{24}-[0-9a-f]{140}[0-9a-f]*/],
  ['Cloudflare', /cf(?:ut|at|k)_[A-Za-z0-9]{40}\w*/],
  ['PlanetScale', /pscale_(?:tkn|pw|oauth)_[\w.-]{32}[\w.=-]*/],
  ['Supabase', /(?:sbp_[0-9a-f]{40}\w*|sb_secret_[\w-]{20}[\w-]*)/],
  ['Neon', /napi_[a-z0-9]{60}\w*/],
  ['Databricks', /(?:dapi|dkea|dose)[0-9a-f]{32}(?:-\d{1,2})?(?![A-Za-z0-9])/],
  ['Terraform Cloud', /[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60}[\w=-]*/],
  ['Vault', /hv[brs]\.[\w-]{24}[\w-]*/],
  ['Doppler', /dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40}\w*/],
  ['Pulumi', /pul-[0-9a-f]{40}\w*/],
  ['1Password service account', /ops_eyJ[\w+/=-]{60}[\w+/=-]*/],
  ['1Password secret key', /A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}/],
  ['Tailscale', /tskey-[a-z]{3,10}-[A-Za-z0-9]{8}[\w-]{12}[\w-]*/],
  // Messages and mail
  ['Slack', /xox[a-z](?:\.xox[a-z])?-[A-Za-z0-9-]{10}[\w-]*/],
  ['Slack app', /xapp-\d-[A-Z0-9]{8}[\w-]{20}[\w-]*/],
  ['Slack webhook', /hooks\.slack\.com\/(?:services|workflows|triggers)\/[\w+/]{30}[\w+/]*/],
  ['Discord', /[MNO][A-Za-z0-9_-]{23,27}\.[\w-]{6}\.[\w-]{27}[\w-]*/],
  ['Discord webhook', /discord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/[\w-]{60}[\w-]*/],
  ['Telegram', /\d{8,10}:AA[\w-]{32}[\w-]*/],
  ['Teams webhook', /[a-z0-9-]{1,60}\.webhook\.office\.com\/webhookb2\/[\w@/-]{80}[\w@/-]*/],
  ['Twilio', new RegExp(`SK${hex32}(?![A-Za-z0-9])`)],
  ['SendGrid', /SG\.[\w-]{20,24}\.[\w-]{39}[\w-]*/],
  ['Mailgun', new RegExp(`key-${hex32}(?![A-Za-z0-9])`)],
  ['Mailchimp', new RegExp(`${hex32}-us\\d{1,2}(?![A-Za-z0-9])`)],
  ['Brevo', /x(?:keys|smtps)ib-[0-9a-f]{64}[\w-]*/],
  ['Resend', /re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20}\w*/],
  // Money and shops
  ['Stripe', /[rs]k_(?:live|test)_[A-Za-z0-9]{16}\w*/],
  ['Webhook secret', /whsec_[A-Za-z0-9+/]{24}[\w+/=]*/],
  ['Shopify', /shp(?:at|ca|pa|ss|ua|tka)_[0-9a-fA-F]{32}\w*/],
  ['Square', /(?:sq0[a-z]{3}-[\w-]{22}[\w-]*|EAAA[\w-]{60}[\w-]*)/],
  ['PayPal, Braintree', /(?:access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}|A21AA[\w-]{80}[\w-]*)/],
  ['Plaid', new RegExp(`access-(?:sandbox|development|production)-${uuid}`)],
  ['Razorpay', /rzp_(?:live|test)_[A-Za-z0-9]{14}\w*/],
  ['EasyPost', /EZ[AT]K[A-Za-z0-9]{54}\w*/],
  ['Shippo', /shippo_(?:live|test)_[0-9a-f]{40}\w*/],
  ['Flutterwave', /FLWSECK(?:_TEST)?-[0-9a-zA-Z]{32}[\w-]*/],
  // Work
  ['Linear', /lin_(?:api|oauth)_[A-Za-z0-9]{32}\w*/],
  ['Notion', /(?:ntn_[A-Za-z0-9]{40}|secret_(?=[A-Za-z]*[0-9])[A-Za-z0-9]{43})\w*/],
  ['Asana', /[12]\/\d{10,20}(?:\/\d{10,20})?:[0-9a-f]{32}\w*/],
  ['Airtable', /pat[A-Za-z0-9]{14}\.[0-9a-f]{64}\w*/],
  ['Figma', /fig[douru]_[\w-]{40}[\w-]*/],
  ['HubSpot', new RegExp(`pat-(?:na|eu|ap)\\d-${uuid}`)],
  ['Typeform', /tfp_[\w.-]{40}[\w.-]*/],
  ['Contentful', /CFPAT-[\w-]{43}[\w-]*/],
  ['Mapbox', /sk\.eyJ[\w-]{40}[\w-]*\.[\w-]{20}[\w-]*/],
  ['Dropbox', /sl\.(?:u\.)?[\w-]{60}[\w-]*/],
  ['Facebook', /EAA[A-Z][A-Za-z0-9]{80}\w*/],
  ['Twitter', /A{20}(?!A{20})(?=[A-Za-z]{0,60}[0-9%])[\w%]{40}[\w%]*/],
  ['LaunchDarkly', new RegExp(`(?:sdk|api)-${uuid}`)],
  // Monitoring
  ['Datadog', /DD(?:AK|OG)_[0-9a-f]{32}\w*/],
  ['Grafana', /(?:glsa_[A-Za-z0-9]{32}_[0-9a-f]{8}\w*|glc_eyJ[\w+/=-]{40}[\w+/=-]*|eyJrIjoi[A-Za-z0-9+/]{40}[\w+/=]*)/],
  ['New Relic', /(?:NRAK-[A-Z0-9]{27}\w*|NR(?:II|IQ|JS|SP)-[\w-]{19}[\w-]*|[0-9a-f]{36}NRAL)/],
  ['Sentry', /sntr[yu]{1,2}[su]_[\w+/=-]{40}[\w+/=-]*/],
  ['Dynatrace', /dt0[a-z]\d{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64}/],
  // Formats shared by many services
  ['JSON Web Token', /eyJ[A-Za-z0-9]{8}[A-Za-z0-9]*(?:[_-][A-Za-z0-9]*){0,8}\.eyJ[\w-]{8}[\w-]*\.[\w-]*/],
  ['age', /AGE-(?:SECRET-KEY|PLUGIN-[A-Z0-9]{1,20})-1[A-Z0-9]{50}[A-Z0-9]*/],
];

/** Keys consist only of these characters and are longer than most words, so only such runs are searched. */
export const keyCharacters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.~+/=:%$@-';
export const minKeyLength = 16;

/** Names that announce a secret, as used in settings, headers, options and connection strings. */
const saysSecret = [
  ...[
    'secret',
    'token(?!iz|_?type|_?count|_?limit)',
    'passw(?:or)?d',
    'passwd',
    'passphrase',
    'credential',
    'private[_-]?key',
    'account[_-]?key',
  ],
  ...[
    'api[_-]?key',
    'app[_-]?key',
    'access[_-]?key',
    'auth[_-]?key',
    'encryption[_-]?key',
    'signing[_-]?key',
    'master[_-]?key',
    'license[_-]?key',
  ],
].join('|');

/** A name and the secret after it; the secret counts only if `isLikelyKey`. */
export const namedSecrets: readonly RegExp[] = [
  new RegExp(
    `(?:${saysSecret})[\\w-]{0,24}["'\`\\]]{0,2}(?:\\s{0,4}(?:=>|:=|[:=])\\s{0,4}|\\s)["'\`]?([^\\s"'\`,;<>{}()[\\]$&\\\\]{8,4096})`,
    'dgi',
  ),
  /\b_auth\s{0,4}=\s{0,4}"?([\w+/=-]{16,4096})/dg,
  /[?&](?:sig|signature|X-Amz-Signature|X-Amz-Credential|code|access_token|key)=([\w%+/.~-]{20,4096})/dgi,
];

/** Secrets that are recognised by their position alone, however unlikely they look. */
export const placedSecrets: readonly RegExp[] = [
  /authorization["']?\s{0,4}[:=]\s{0,4}["']?(?:basic|bearer|token|apikey|digest|negotiate|ssws)\s{1,4}([^\s"',;<>$[\]\\]{8,8192})/dgi,
  /\bSSWS (00[\w-]{40})/dg,
  /bearer (?=[a-z._~+/-]{0,40}[0-9])([a-z0-9._~+/-]{24}[\w.~+/=-]{0,8192})/dgi,
  /(?:set-)?cookie["']?:\s{1,4}["']?[\w.-]{1,64}=([^\s;"'<>$[\]\\]{16,8192})/dgi,
  /:\/\/[^\s/:@"'`<>[\]]{0,100}:([^\s/@:"'`<>{}$*[\]%][^\s/@"'`<>[\]]{3,200})@/dg,
  /Private-Lines: \d{1,3}\s{1,2}([\w+/=]{20,80}(?:\s{1,2}(?!Private)[\w+/=]{1,80}){0,200})/dg,
];

/** Words that examples use in place of a password. */
const examples =
  /^(?:pass(?:word|wd)?|pw|secret|user(?:name)?|postgres|root|admin|test|guest|example|changeme|my[_-]?\w*|your[_-]?\w*|x+|\.+|\*+|hunter2|foo|bar|token|key|redacted|hidden)\d?$/i;

export const isExample = (value: string): boolean => examples.test(value);

/** Whether a value with a secret's name looks like a secret: not a word, path, version, date, function name, or reference to a variable. */
export function isLikelyKey(value: string): boolean {
  const digits = value.match(/\d/g)?.length ?? 0;
  if (value.length < 12 || digits < 2 || !/[A-Za-z]/.test(value) || isExample(value)) return false;
  if (
    /^(?:[./~]|https?:|file:|[A-Z]:\\|%|sha\d+[-:]|md5[-:])/i.test(value) ||
    /\.(?:[jt]sx?|py|rb|go|md|json|ya?ml|txt|pem|key|html)$/i.test(value)
  )
    return false;
  if (digits < 4 && /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/.test(value)) return false;
  return !value.split(/[-_./:+=@]/).every((part) => /^(?:[A-Za-z]*\d{0,4}|\d*)$/.test(part) && part.length <= 16);
}
