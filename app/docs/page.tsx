import type { Metadata } from "next";
import { Reference } from "@/components/docs/reference";
import description from "@/public/openapi.json";
import { app } from "@/server/boot";
import type { OpenApi } from "@/server/http/openapi/document";

export const metadata: Metadata = { title: "API reference" };

export default function Docs() {
  return <Reference api={generated(description)} apiUrl={app().config.urls.api} />;
}

/** The file is what `describeApi` returned (`npm run openapi`), which TypeScript cannot see through JSON. */
function generated(json: unknown): OpenApi {
  return json as OpenApi;
}
