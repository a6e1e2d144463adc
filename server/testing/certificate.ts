/**
 * A self-signed certificate for `hooks.example.test`, good for a hundred years. Its key protects nothing: it
 * is here so that tests speak real TLS on machines without tools to make one.
 */
export const HOOKS_CERTIFICATE = {
  hostname: "hooks.example.test",
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgU8elhOD4fmUr6Bw+
cNCGZnZqE3GridQsvIIicw5lNdahRANCAAT5nYlz0o8M3Xk/BXqsPndF0zTDVcfQ
o1tddY3WAZLIHnhiz1tYq1Lt5auqRZXIp19kitnuKOP2tgsnJqSjAzKM
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBsDCCAVagAwIBAgIUFHCqN4duNf0lqthSC9kTcVx5zjUwCgYIKoZIzj0EAwIw
HTEbMBkGA1UEAwwSaG9va3MuZXhhbXBsZS50ZXN0MCAXDTI2MTEyMDExNDAxOFoY
DzIxMjYxMDI3MTE0MDE4WjAdMRswGQYDVQQDDBJob29rcy5leGFtcGxlLnRlc3Qw
WTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAT5nYlz0o8M3Xk/BXqsPndF0zTDVcfQ
o1tddY3WAZLIHnhiz1tYq1Lt5auqRZXIp19kitnuKOP2tgsnJqSjAzKMo3IwcDAd
BgNVHQ4EFgQU8zugTllPDriXKxopBSCny9km8cAwHwYDVR0jBBgwFoAU8zugTllP
DriXKxopBSCny9km8cAwDwYDVR0TAQH/BAUwAwEB/zAdBgNVHREEFjAUghJob29r
cy5leGFtcGxlLnRlc3QwCgYIKoZIzj0EAwIDSAAwRQIgNcjBw6Dqql63JLdXPO4d
AdV9jMnCcBcKpb4j3vVQztoCIQDp3+09ryfkk0zbPl7rC8GXKlgG3Cn/ZhSUFqnQ
g1r4Iw==
-----END CERTIFICATE-----
`,
};
