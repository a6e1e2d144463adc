"use client";

import { type ReactNode, useEffect, useRef } from "react";

interface PanelProps {
  title: string;
  /** Left of the title, as a tick. */
  icon?: ReactNode;
  children?: ReactNode;
}

/** One step. Its heading takes the focus when the step begins, so that nobody is left at a button that is gone. */
export function Panel({ title, icon, children }: PanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: false }), []);
  return (
    <section className="mt-6 border-t border-dashed border-line pt-6 first-of-type:mt-0 first-of-type:border-t-0 first-of-type:pt-0">
      <h2
        ref={heading}
        tabIndex={-1}
        className="flex items-center gap-3 font-serif text-xl font-semibold text-balance outline-offset-4"
      >
        {icon}
        {title}
      </h2>
      {children}
    </section>
  );
}
