/** The two functions of the compiler that we use; the package has no types of its own. */
declare module "solc" {
  const solc: {
    version(): string;
    /** Standard JSON in and out. `import` is asked for every source that the input does not hold. */
    compile(
      input: string,
      callbacks: { import(path: string): { contents: string } | { error: string } },
    ): string;
  };
  export default solc;
}
