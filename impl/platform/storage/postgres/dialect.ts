import {
  ColumnDefinitionNode,
  type DataTypeNode,
  PostgresDialect,
  PostgresQueryCompiler,
  type QueryCompiler,
} from "kysely";

/**
 * A PostgreSQL dialect that sorts texts by their bytes, as SQLite and JavaScript do, independent of the database's locale.
 */
export class BytewisePostgresDialect extends PostgresDialect {
  override createQueryCompiler(): QueryCompiler {
    return new BytewiseCompiler();
  }
}

class BytewiseCompiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    super.visitDataType(node);
    const isColumn = this.parentNode !== undefined && ColumnDefinitionNode.is(this.parentNode);
    if (isColumn && node.dataType === "text") this.append(' collate "C"');
  }
}
