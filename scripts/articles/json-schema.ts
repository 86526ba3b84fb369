import { z } from "zod";
import { articleSchema } from "../model/article.ts";
import { targetsFileSchema } from "../model/target.ts";

/**
 * The JSON Schemas of articles and of targets.yaml, for completion and checks in editors. They know keys, kinds and
 * ranges; that names exist elsewhere in the files is checked when the files are read. Checked in under schemas/.
 */
export const articleJsonSchema = () => ({
  ...z.toJSONSchema(articleSchema, { io: "input" }),
  title: "Rematch article",
});
export const targetsJsonSchema = () => ({
  ...z.toJSONSchema(targetsFileSchema, { io: "input" }),
  title: "Rematch targets and apps",
});
