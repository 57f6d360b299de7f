/**
 * Files at the root of a work tree, by path, that other programs read on behalf of git, or that run on another machine once they are pushed. Pure.
 */

/** Whether the file lists what hooks run: lefthook, pre-commit and similar programs install one hook in git's folder, which reads this file. */
export const isListOfHooks = (inside: string): boolean => listsOfHooks.test(inside);

/** Whether the next push makes the file run on another machine, or sends it, with the rights of the place to which it is pushed. */
export const isRunOnPush = (inside: string): boolean => runOnPush.test(inside);

const listsOfHooks =
  /^(?:(?:\.config\/)?\.?lefthook(?:-local)?(?:\.(?:ya?ml|toml|jsonc?)|\/.+)|\.pre-commit-config\.ya?ml|\.overcommit\.yml|\.git-hooks\/.+|\.?simple-git-hooks\.(?:[cm]?js|json)|hk(?:\.local)?\.pkl)$/is;

const runOnPush =
  /^(?:\.(?:github|gitea|forgejo)\/(?:workflows|actions)\/.+|\.gitlab-ci\.ya?ml|\.gitlab\/.+\.ya?ml|\.circleci\/.+|\.buildkite\/.+|\.(?:semaphore|teamcity|tekton|builds)\/.+|\.woodpecker(?:\/.+|\.ya?ml)|\.(?:travis|drone|cirrus|appveyor)\.ya?ml|\.(?:build|readthedocs)\.ya?ml|(?:amplify|appveyor|azure-pipelines|bitbucket-pipelines|cloudbuild|buildspec|codemagic|render)\.ya?ml|netlify\.toml|vercel\.json|Jenkinsfile|\.lfsconfig)$/is;
