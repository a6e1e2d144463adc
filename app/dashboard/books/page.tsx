import type { Metadata } from "next";
import { BooksPage } from "@/components/dashboard/books/books-page";

export const metadata: Metadata = { title: "Books" };

export default function Books() {
  return <BooksPage />;
}
