import { redirect } from "next/navigation";

/** Where clients of compatible services look for the sign-in, which every place here offers to whom needs it. */
export default function LoginPage() {
  redirect("/dashboard");
}
