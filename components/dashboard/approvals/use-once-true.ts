"use client";

import { useState } from "react";

/** Once it was true it stays so: what is told once must not go away while it is read, because the record says that it was told. */
export function useOnceTrue(isTrue: boolean): boolean {
  const [was, setWas] = useState(isTrue);
  if (isTrue && !was) setWas(true);
  return was || isTrue;
}
