"use client";

import "./globals.css";

/** Stands in for a page whose frame failed. Small, because every page carries it. */
export default function GlobalError({ reset }: { reset: () => void }) {
  return (
    <html lang="en">
      <body className="min-h-dvh bg-page text-ink antialiased">
        <title>Something went wrong</title>
        <main className="mx-auto flex min-h-dvh max-w-xl flex-col justify-center px-5 py-16">
          <h1 className="font-serif text-2xl font-semibold">This page could not be shown.</h1>
          <p className="mt-3 text-muted">What you have sent goes on without it. Try again in a moment.</p>
          <p className="mt-3">
            <button type="button" onClick={reset} className="text-accent underline underline-offset-4">
              Try again
            </button>
          </p>
        </main>
      </body>
    </html>
  );
}
