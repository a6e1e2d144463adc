import { docsPath } from "@/components/docs/catalogue";
import { Introduction } from "@/components/docs/introduction";
import { MovedAnchor } from "@/components/ui/moved-anchor";
import { contents, facts, groups, reference } from "./reference";

const pages = Object.fromEntries(
  groups.flatMap(({ name, operations }) =>
    operations.map(({ operation: { operationId } }) => [operationId, docsPath(name, operationId)]),
  ),
);

export default function Docs() {
  return (
    <>
      <MovedAnchor pages={pages} />
      <Introduction api={reference()} apiUrl={facts().apiUrl} contents={contents} />
    </>
  );
}
