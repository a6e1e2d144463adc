"use client";

import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";

/** What can be unfolded on more than one view of the page. */
export type FoldName = "details" | "recipients" | "device" | "exchange";

interface Folds {
  open: ReadonlySet<FoldName>;
  set: (name: FoldName, isOpen: boolean) => void;
}

const Context = createContext<Folds | null>(null);

interface FoldsProviderProps {
  /** What is open from the beginning. */
  first?: FoldName | null;
  children: ReactNode;
}

/** Keeps open what the payer has unfolded, also when the view it stands in is replaced by another. */
export function FoldsProvider({ first = null, children }: FoldsProviderProps) {
  const [open, setOpen] = useState<ReadonlySet<FoldName>>(() => new Set(first ? [first] : []));
  const set = useCallback((name: FoldName, isOpen: boolean) => {
    setOpen((before) => {
      const after = new Set(before);
      if (isOpen) after.add(name);
      else after.delete(name);
      return after;
    });
  }, []);
  const folds = useMemo(() => ({ open, set }), [open, set]);
  return <Context value={folds}>{children}</Context>;
}

/** Whether something is unfolded, and how to change that. Without a provider it is known here alone. */
export function useFold(name: FoldName): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const folds = useContext(Context);
  const [isOpenHere, setOpenHere] = useState(false);
  return folds ? [folds.open.has(name), (isOpen) => folds.set(name, isOpen)] : [isOpenHere, setOpenHere];
}
