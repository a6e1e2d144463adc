import { Wordmark } from "@/components/ui/wordmark";

export default function NotFound() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col justify-center px-5 py-16">
      <Wordmark />
      <h1 className="mt-6 font-serif text-2xl font-semibold">There is no page at this address.</h1>
      <p className="mt-3">
        {/* A plain link: every page carries this one, and would carry the router's with it. */}
        <a href="/" className="text-accent underline underline-offset-4">
          To the start
        </a>
      </p>
    </main>
  );
}
