import type { PGlite } from "@electric-sql/pglite";

/** A file or folder of the file system in memory, as far as it is put back. */
interface FileNode {
  name_next: FileNode | undefined;
  name: string;
  parent: FileNode;
  mode: number;
  /** Bytes of a file; of a folder its entries. */
  contents: unknown;
  usedBytes: number;
}

interface OpenFile {
  position: number;
  flags: number;
  node: FileNode;
}

/** What the file system keeps (Emscripten's `FS` with its files in memory). */
interface FileSystem {
  nameTable: (FileNode | undefined)[];
  streams: (OpenFile | null | undefined)[];
  nextInode: number;
}

interface Machine {
  HEAPU8: Uint8Array;
  FS: FileSystem;
}

interface KeptFile {
  node: FileNode;
  next: FileNode | undefined;
  name: string;
  parent: FileNode;
  mode: number;
  contents: unknown;
  usedBytes: number;
}

/**
 * Everything that PostgreSQL in the process consists of at one moment: its memory and its files. Putting it back takes
 * a tenth of a second, where loading a database takes more than one. Nothing of PostgreSQL may run at either moment.
 */
export class Snapshot {
  readonly #machine: Machine;
  readonly #memory: Uint8Array;
  readonly #files: KeptFile[];
  readonly #table: FileSystem["nameTable"];
  readonly #streams: { open: OpenFile | null | undefined; position: number; flags: number }[];
  readonly #nextInode: number;

  constructor(database: PGlite) {
    this.#machine = database.Module as unknown as Machine;
    const { HEAPU8, FS } = this.#machine;
    this.#memory = HEAPU8.slice();
    this.#files = allFiles(FS).map((node) => ({
      node,
      next: node.name_next,
      name: node.name,
      parent: node.parent,
      mode: node.mode,
      contents: copyOf(node.contents),
      usedBytes: node.usedBytes,
    }));
    this.#table = [...FS.nameTable];
    this.#streams = FS.streams.map((open) => ({
      open,
      position: open?.position ?? 0,
      flags: open?.flags ?? 0,
    }));
    this.#nextInode = FS.nextInode;
  }

  /** Puts everything back as it was. */
  restore(): void {
    const { FS } = this.#machine;
    // Read anew: the view is another one after the memory has grown.
    const memory = this.#machine.HEAPU8;
    memory.set(this.#memory);
    memory.fill(0, this.#memory.length);
    for (const { node, next, name, parent, mode, contents, usedBytes } of this.#files) {
      Object.assign(node, { name_next: next, name, parent, mode, usedBytes });
      if (contents instanceof Uint8Array) {
        const bytes = node.contents;
        // In place where it still fits: most files are as long as they were.
        if (bytes instanceof Uint8Array && bytes.length === contents.length) bytes.set(contents);
        else node.contents = contents.slice();
      } else {
        node.contents = copyOf(contents);
      }
    }
    FS.nameTable = [...this.#table];
    FS.streams = this.#streams.map(({ open, position, flags }) => {
      if (open) Object.assign(open, { position, flags });
      return open;
    });
    FS.nextInode = this.#nextInode;
  }
}

function allFiles({ nameTable }: FileSystem): FileNode[] {
  const nodes: FileNode[] = [];
  for (const first of nameTable) {
    for (let node = first; node; node = node.name_next) nodes.push(node);
  }
  return nodes;
}

function copyOf(contents: unknown): unknown {
  if (contents instanceof Uint8Array) return contents.slice();
  return contents !== null && typeof contents === "object" ? { ...contents } : contents;
}
