-- contract: unused since 0.2.0
ALTER TABLE "users" DROP COLUMN "person_id";