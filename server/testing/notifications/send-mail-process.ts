import { emailSender } from "@/server/notifications/sending/email";

// Sends one message to the mail server on this machine whose port is named, by STARTTLS, and says what came of it. A process of its
// own, because which certificates Node trusts is settled when it starts.
const sender = emailSender({
  host: "localhost",
  port: Number(process.argv[2]),
  security: "starttls",
  login: { user: "books", password: "hush" },
  from: "books@shop.example",
});
const outcome = await sender.send("anna@example.com", { subject: "Paid", text: "INV-7 is paid", id: "1" });
process.stdout.write(JSON.stringify(outcome));
